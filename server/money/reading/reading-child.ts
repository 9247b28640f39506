import { answerParts } from '#/server/platform/child-process/answer-parts.ts'
import { readPayout } from './read-payout.ts'

interface File {
  name: string
  bytes: Uint8Array
}

answerParts(() => {
  let file: File = { name: '', bytes: new Uint8Array() }
  return {
    take: (given: File) => {
      file = given
    },
    finish: () => readPayout(file.bytes, file.name),
  }
})
