import { describe, expect, test } from 'vitest'
import { sampleNames } from '#/simulators/carrier/served-answers.ts'
import { carrierKey, startCarrier } from '#/test/support/real-carrier.ts'
import type { ParcelStatus, StatusAnswer } from './carrier-client.ts'

/** Bodies seen on the wire, or as near to them as could be had, through the real client over real HTTP. */
const blank = {
  own: false,
  sender_phone: null,
  cod_amount: null,
  cod_kind: null,
  paid: false,
  received_at: null,
  made_at: null,
  successor: null,
} satisfies Partial<ParcelStatus>

const takenAway =
  'Відправлення отримано. Протягом доби відправник отримає SMS-повідомлення про надходження грошового переказу та зможе отримати його в касі відділення «Нова пошта».'
const paidOut = 'Відправлення отримано. Грошовий переказ видано одержувачу.'
const notHandedOver = {
  status_code: 1,
  status_text: 'Нова пошта очікує надходження від відправника',
  cod_amount: 0,
}
const sender = { own: true, sender_phone: '380500000001' } as const
const transfer = { ...sender, cod_amount: 200_000, cod_kind: 'money_transfer', paid: true } as const

const parcels: [string, string, ParcelStatus[]][] = [
  [
    '01',
    'a stranger sees the status and the time, and neither sum nor sender',
    [
      {
        ...blank,
        ttn: '20450000000011',
        made_at: '2022-09-01T14:09:52.000Z',
        status_code: 10,
        status_text: takenAway,
        received_at: '2022-09-02T13:08:16.000Z',
      },
    ],
  ],
  [
    '02',
    'the sender sees a transfer of 2000, not the 115 of the delivery; the document of the money is no parcel',
    [
      {
        ...blank,
        ...transfer,
        ttn: '20450000000011',
        made_at: '2022-09-01T14:09:52.000Z',
        status_code: 10,
        status_text: takenAway,
        received_at: '2022-09-02T13:08:16.000Z',
      },
    ],
  ],
  [
    '03',
    'eight days later it is still received when it was',
    [
      {
        ...blank,
        ...transfer,
        ttn: '20450000000011',
        made_at: '2022-09-01T14:09:52.000Z',
        status_code: 11,
        status_text: paidOut,
        received_at: '2022-09-02T13:08:16.000Z',
      },
    ],
  ],
  [
    '04',
    'and a stranger still sees no sum',
    [
      {
        ...blank,
        ttn: '20450000000011',
        made_at: '2022-09-01T14:09:52.000Z',
        status_code: 11,
        status_text: paidOut,
        received_at: '2022-09-02T13:08:16.000Z',
      },
    ],
  ],
  [
    '05',
    'a received parcel of somebody else',
    [
      {
        ...blank,
        ttn: '59000000000012',
        made_at: '2022-02-26T09:08:03.000Z',
        status_code: 9,
        status_text: 'Відправлення отримано',
        received_at: '2022-03-08T13:16:47.000Z',
      },
    ],
  ],
  [
    '06',
    'the recipient knows that there is nothing to pay, and is not the owner',
    [
      {
        ...blank,
        ttn: '59000000000012',
        made_at: '2022-02-26T09:08:03.000Z',
        status_code: 9,
        status_text: 'Відправлення отримано',
        cod_amount: 0,
        received_at: '2022-03-08T13:16:47.000Z',
      },
    ],
  ],
  [
    '09',
    'an unknown number with a short record, and one of ours without COD: «Payed» of nothing is not paid',
    [
      // Its words come in Russian too, which is why nothing is decided by them.
      { ...blank, ttn: '20400000000013', status_code: 3, status_text: 'Номер не найден' },
      {
        ...blank,
        ttn: '20400000000014',
        made_at: '2023-04-06T05:20:34.000Z',
        status_code: 9,
        status_text: 'Відправлення отримано',
        ...sender,
        cod_amount: 0,
        received_at: '2023-04-07T10:35:58.000Z',
      },
    ],
  ],
  [
    '11',
    'at the branch',
    [
      {
        ...blank,
        made_at: '2024-04-03T14:33:10.000Z',
        ttn: '59001000000015',
        status_code: 7,
        status_text: 'Прибув у відділення',
      },
    ],
  ],
  [
    '12',
    'two waybills not handed over yet, with the time that is none',
    [
      { ...blank, ...notHandedOver, ttn: '20450000000016' },
      { ...blank, ...notHandedOver, ttn: '20450000000017' },
    ],
  ],
  [
    '13',
    'part of a record: no code, no words, a sum that is not told',
    [
      {
        ...blank,
        made_at: '2021-10-26T14:32:23.000Z',
        ttn: '20400000000018',
        status_code: null,
        status_text: '',
        ...sender,
      },
    ],
  ],
  [
    '22',
    'the documentation’s own shape: everything is text, and the code is empty',
    [
      {
        ...blank,
        made_at: '2021-11-18T09:52:42.000Z',
        ttn: '20400048799000',
        status_code: null,
        status_text: '',
        cod_amount: 0,
      },
    ],
  ],
]

test.each(parcels)('sample %s: %s', async (sample, _sentence, expected) => {
  const { ask, serveSample, logged } = await startCarrier()
  serveSample(sample)
  const answer = await ask(...expected.map(({ ttn }) => ttn))
  expect(answer).toEqual({ parcels: expected, bad_numbers: [], unanswered: [], failure: null })
  expect(logged).toEqual([])
})

const ttn = '20450000000011'
const unanswered = (kind: string) => ({ unanswered: [ttn], bad_numbers: [], failure: { kind } })
const refusals: [string, string, object][] = [
  ['07', 'no TTN, by its code', { unanswered: [], bad_numbers: [ttn], failure: null }],
  ['08', 'no TTN, by its words alone', { unanswered: [], bad_numbers: [ttn], failure: null }],
  ['10', 'the same error without any warning', { unanswered: [], bad_numbers: [ttn], failure: null }],
  ['14', 'asked too often', unanswered('rate_limited')],
  ['15', 'a refused key with HTTP 200', unanswered('key_rejected')],
  ['16', 'a refused key with HTTP 401', unanswered('key_rejected')],
  ['17', 'an error of something else, with codes in an object', unanswered('bad_answer')],
]

test.each(refusals)('sample %s: %s', async (sample, _sentence, expected) => {
  const { ask, serveSample, told, log } = await startCarrier()
  serveSample(sample)
  const answer: StatusAnswer = await ask(ttn)
  expect(answer).toMatchObject({ parcels: [], ...expected })
  expect(told(answer)).toEqual([])
  expect(log.entries()).toHaveLength(1)
})

describe('samples of other calls', () => {
  test('20 and 21: a private person is called by the contact’s name', async () => {
    const { client, serveSample } = await startCarrier()
    serveSample('20')
    serveSample('21')
    expect(await client.askKeyOwner(carrierKey)).toEqual({
      ok: true,
      owner: { name: 'Тестовий Відправник', phones: ['380500000001'] },
    })
  })

  test('18: a list of waybills is no answer about statuses, but no reason to fall over', async () => {
    const { ask, serveSample } = await startCarrier()
    serveSample('18', { operation: 'get_status_documents' })
    expect(await ask(ttn)).toEqual({ parcels: [], bad_numbers: [], unanswered: [ttn], failure: null })
  })

  test('no sample is left out', () => {
    const met = [...parcels, ...refusals].map(([sample]) => sample).concat(['18', '20', '21'])
    expect(sampleNames.map((name) => name.slice(0, 2))).toEqual(
      met.toSorted((left, right) => Number(left) - Number(right)),
    )
  })
})
