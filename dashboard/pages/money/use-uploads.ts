import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PayoutAnswers } from '#/contract/payouts.ts'
import { pluralize } from '#/contract/plurals.ts'
import { isPassing, sentenceFor } from '../../api/api-error.ts'
import { importPayout, moneyKey, previewPayout } from '../../api/money.ts'
import { toast } from '../../ui/toast.ts'
import { payoutLists } from '../../words/money-words.ts'
import { inItsTurn } from './in-its-turn.ts'
import { keepFile } from './keep-file.ts'
import { isReady, nextUploads, type Upload, type UploadStep } from './upload-list.ts'

export interface Uploads {
  uploads: readonly Upload[]
  isOpen: boolean
  /** Some are being imported. */
  isTaking: boolean
  add: (files: readonly File[]) => void
  leaveOut: (key: number) => void
  answer: (key: number, answers: PayoutAnswers) => void
  /** Imports all that are ready, one after another, and tells the result once. */
  take: () => void
  /** Whatever was not begun by then is not imported; what was imported stays. */
  close: () => void
}

/** Files on their way to become payout lists. Every file is read on its own, one at a time: what is wrong with one stops no other. */
export function useUploads(): Uploads {
  const { uploads, now, move } = useList()
  const [isOpen, setIsOpen] = useState(false)
  const lastKey = useRef(0)
  const taking = useTaking(now, move)
  useReading(uploads, move)

  const add = async (files: readonly File[]) => {
    const kept = await Promise.all(files.map(keepFile))
    move({ kind: 'added', files: kept, firstKey: lastKey.current + 1 })
    lastKey.current += kept.length
    setIsOpen(true)
  }
  return {
    uploads,
    isOpen: isOpen && uploads.length > 0,
    isTaking: taking.isTaking,
    add: (files) => void add(files),
    leaveOut: (key) => move({ kind: 'left out', key }),
    answer: (key, answers) => move({ kind: 'answered', key, answers }),
    take: taking.take,
    close: () => {
      taking.stop()
      setIsOpen(false)
      for (const { key, stage } of now()) if (stage !== 'taking') move({ kind: 'left out', key })
    },
  }
}

type Now = () => readonly Upload[]
type Move = (step: UploadStep) => void

/** Known at once, not only when it is drawn: the next file may need what the one before has changed. */
function useList(): { uploads: readonly Upload[]; now: Now; move: Move } {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const list = useRef(uploads)
  const move = (step: UploadStep) => {
    list.current = nextUploads(list.current, step)
    setUploads(list.current)
  }
  return { uploads, now: () => list.current, move }
}

function useReading(uploads: readonly Upload[], move: Move): void {
  const isReading = useRef(false)
  useEffect(() => {
    const next = uploads.find(({ stage }) => stage === 'waiting')
    if (next === undefined || isReading.current) return
    const { key, file, answers } = next
    const read = async () => {
      try {
        const preview = await inItsTurn(
          () => previewPayout(file, answers),
          () => move({ kind: 'must wait', key }),
        )
        move({ kind: 'read', key, answers, preview })
      } catch (error) {
        move({ kind: 'refused', key, answers, refusal: sentenceFor(error) })
      } finally {
        isReading.current = false
      }
    }
    isReading.current = true
    move({ kind: 'reading', key })
    void read()
  })
}

function useTaking(now: Now, move: Move): { isTaking: boolean; take: () => void; stop: () => void } {
  const queries = useQueryClient()
  const [isTaking, setIsTaking] = useState(false)
  const run = useRef({ isOn: false, stops: false })

  /** A refusal is shown beside its file, and the next file is taken. */
  const takeOne = async (key: number): Promise<boolean> => {
    const upload = now().find((one) => one.key === key)
    if (upload === undefined) return false
    move({ kind: 'taking', key })
    try {
      const payout = await inItsTurn(
        () => importPayout(upload.file, upload.answers),
        () => move({ kind: 'must wait', key }),
      )
      move({ kind: 'taken', key, payout })
      return true
    } catch (error) {
      move({ kind: 'not taken', key, refusal: sentenceFor(error), readAgain: !isPassing(error) })
      return false
    }
  }

  const takeAll = async () => {
    let [taken, failed] = [0, 0]
    for (const { key } of now().filter(isReady)) {
      if (run.current.stops) break
      if (await takeOne(key)) taken += 1
      else failed += 1
    }
    run.current.isOn = false
    setIsTaking(false)
    move({ kind: 'same forgotten' })
    void queries.invalidateQueries({ queryKey: moneyKey })
    toast(importedWords(taken, failed), failed === 0 ? 'good' : 'warn')
  }

  const take = () => {
    if (run.current.isOn) return
    run.current = { isOn: true, stops: false }
    setIsTaking(true)
    void takeAll()
  }
  const stop = () => {
    run.current.stops = true
  }
  return { isTaking, take, stop }
}

function importedWords(taken: number, failed: number): string {
  if (failed === 0) return `Завантажено ${pluralize(taken, payoutLists)} переказів.`
  if (taken === 0) return `Не вдалося завантажити ${pluralize(failed, payoutLists)} переказів.`
  return `Завантажено ${pluralize(taken, payoutLists)} переказів, не вдалося: ${failed}.`
}
