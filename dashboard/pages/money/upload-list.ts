import type { Payout, PayoutAnswers, PayoutPreview, PayoutQuestion } from '#/contract/payouts.ts'
import type { KeptFile } from './keep-file.ts'

/** One file chosen for import, and how far it has come. */
export interface Upload {
  key: number
  file: File
  /** `waiting`: for its turn to be read. `refused`: it cannot become a payout list. `taking`: it is being imported. */
  stage: 'waiting' | 'reading' | 'read' | 'refused' | 'taking'
  /** The server works on other files first; it is asked again by itself. */
  mustWait: boolean
  /** What was found; stays in sight while it is read again with another answer. */
  preview: PayoutPreview | null
  answers: PayoutAnswers
  /** All that was ever asked of it: an answer stays where it was given, so that it can be changed. */
  asked: readonly PayoutQuestion[]
  /** Why it was refused, or not imported. */
  refusal: string | null
}

export type UploadStep =
  | { kind: 'added'; files: readonly KeptFile[]; firstKey: number }
  | { kind: 'left out'; key: number }
  | { kind: 'reading'; key: number }
  | { kind: 'must wait'; key: number }
  | { kind: 'read'; key: number; answers: PayoutAnswers; preview: PayoutPreview }
  | { kind: 'refused'; key: number; answers: PayoutAnswers; refusal: string }
  | { kind: 'answered'; key: number; answers: PayoutAnswers }
  | { kind: 'taking'; key: number }
  | { kind: 'taken'; key: number; payout: Payout }
  | { kind: 'not taken'; key: number; refusal: string; readAgain: boolean }
  | { kind: 'same forgotten' }

/** The answers by which the server finds out what the file would do; the others only say that a person agrees. */
const changesWhatIsFound = ['payee_id', 'number', 'day'] as const satisfies readonly (keyof PayoutAnswers)[]

export function nextUploads(uploads: readonly Upload[], step: UploadStep): readonly Upload[] {
  switch (step.kind) {
    case 'added':
      return [...uploads, ...step.files.map((kept, place) => newUpload(step.firstKey + place, kept))]
    case 'left out':
      return without(uploads, step.key)
    case 'taken':
      return withKnownPayee(uploads, step.key, step.payout.payee.id)
    case 'answered':
      return answered(uploads, step.key, step.answers)
    case 'same forgotten':
      return uploads.filter(({ preview }) => preview?.outcome !== 'same')
    default:
      return uploads.map((upload) => (upload.key === step.key ? moved(upload, step) : upload))
  }
}

type OwnStep = Extract<UploadStep, { kind: 'reading' | 'must wait' | 'read' | 'refused' | 'taking' | 'not taken' }>

function moved(upload: Upload, step: OwnStep): Upload {
  switch (step.kind) {
    case 'reading':
      return { ...upload, stage: 'reading', mustWait: false }
    case 'must wait':
      return { ...upload, mustWait: true }
    case 'taking':
      return { ...upload, stage: 'taking', refusal: null, mustWait: false }
    case 'not taken':
      return { ...upload, stage: step.readAgain ? 'waiting' : 'read', refusal: step.refusal }
    case 'read':
      // The person has answered otherwise meanwhile; the file already waits to be read again.
      if (step.answers !== upload.answers) return upload
      return { ...upload, stage: 'read', preview: step.preview, asked: both(upload.asked, step.preview.asks) }
    case 'refused':
      if (step.answers !== upload.answers) return upload
      return { ...upload, stage: 'refused', preview: null, refusal: step.refusal }
  }
}

const newUpload = (key: number, { file, refusal }: KeptFile): Upload => ({
  key,
  file,
  stage: refusal === null ? 'waiting' : 'refused',
  mustWait: false,
  preview: null,
  answers: {},
  asked: [],
  refusal,
})

const without = (uploads: readonly Upload[], key: number): readonly Upload[] =>
  uploads.filter((upload) => upload.key !== key)

const both = (before: readonly PayoutQuestion[], now: readonly PayoutQuestion[]): PayoutQuestion[] => [
  ...new Set([...before, ...now]),
]

/** Whose money it is holds for every file that names the same payee and was not answered for by itself. */
function answered(uploads: readonly Upload[], key: number, answers: PayoutAnswers): readonly Upload[] {
  const from = uploads.find((upload) => upload.key === key)
  const { payee_id } = answers
  return uploads.map((upload) => {
    if (upload.key === key) return withAnswers(upload, { ...upload.answers, ...answers })
    const isLike = payee_id !== undefined && upload.answers.payee_id === undefined && namesSamePayee(upload, from)
    return isLike ? withAnswers(upload, { ...upload.answers, payee_id }) : upload
  })
}

const namesSamePayee = (one: Upload, other: Upload | undefined): boolean =>
  one.asked.includes('payee') &&
  one.preview?.payee_name !== null &&
  one.preview?.payee_name === other?.preview?.payee_name

function withAnswers(upload: Upload, answers: PayoutAnswers): Upload {
  const isOther = changesWhatIsFound.some((name) => answers[name] !== upload.answers[name])
  return { ...upload, answers, refusal: null, stage: isOther ? 'waiting' : upload.stage }
}

/** A payee that was new with the first file is known with the next: two payees of one name would be an alarm at every receipt. */
function withKnownPayee(uploads: readonly Upload[], key: number, payee_id: string): readonly Upload[] {
  const taken = uploads.find((upload) => upload.key === key)
  const isSame = (upload: Upload): boolean => upload.answers.payee_id === 'new' && namesSamePayee(upload, taken)
  return without(uploads, key).map((upload) => (isSame(upload) ? ofPayee(upload, payee_id) : upload))
}

const ofPayee = (upload: Upload, payee_id: string): Upload => ({
  ...upload,
  answers: { ...upload.answers, payee_id },
})

/** What a person has yet to say of it, as far as this page knows. */
export function questionsLeft({ preview, answers }: Upload): PayoutQuestion[] {
  if (preview === null) return []
  return preview.asks.filter((question) => {
    if (question === 'totals') return answers.totals_confirmed === undefined
    if (question === 'replace')
      return answers.replaces === undefined || answers.replaces !== preview.correction?.register.id
    return true
  })
}

export const isReady = (upload: Upload): boolean =>
  upload.stage === 'read' &&
  upload.preview !== null &&
  upload.preview.outcome !== 'same' &&
  questionsLeft(upload).length === 0
