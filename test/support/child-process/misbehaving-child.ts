import { answerParts } from '#/server/platform/child-process/answer-parts.ts'

/** Does what the first part says, as a file would that is made to. */
answerParts<string, string>(() => {
  let asked = ''
  return {
    take: (part) => {
      asked = part
    },
    finish: async () => {
      if (asked === 'never end') for (;;) asked = asked.trim()
      if (asked === 'eat memory')
        // A table that doubles is what a thread did not survive.
        for (const eaten = new Map<string, string>(); ;) eaten.set(`${eaten.size}`, 'eaten')
      if (asked === 'tell the settings') return Object.keys(process.env).join()
      if (asked === 'fall over') throw new Error('fallen over')
      return asked
    },
  }
})
