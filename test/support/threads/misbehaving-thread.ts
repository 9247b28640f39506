import { answerParts } from '#/server/platform/threads/answer-parts.ts'

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
        for (const eaten: string[][] = []; ;) eaten.push(Array.from({ length: 10_000 }, String))
      if (asked === 'fall over') throw new Error('fallen over')
      return asked
    },
  }
})
