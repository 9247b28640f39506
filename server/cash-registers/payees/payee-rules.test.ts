import { expect, test } from 'vitest'
import { payeeKey } from './payee-rules.ts'

test.each([
  ['Фізична особа-підприємець Їжак Олена Петрівна', 'ФОП Їжак Олена Петрівна'],
  ['ФІЗИЧНА ОСОБА - ПІДПРИЄМЕЦЬ  ЇЖАК ОЛЕНА ПЕТРІВНА', 'Їжак Олена Петрівна'],
  ['Товариство з обмеженою відповідальністю «Дім і сад»', 'ТОВ "Дім і сад"'],
  ["ФОП Лук'яненко", 'ФОП Лук’яненко'],
  ['ФОП Лукʼяненко', 'ФОП\u00a0Лук’яненко '],
])('%s and %s are one payee', (one, other) => {
  expect(payeeKey(one)).toBe(payeeKey(other))
})

test.each([
  ['ФОП Їжак Олена', 'ФОП Їжак Олег'],
  ['ТОВ «Дім»', 'ТОВ «Дім і сад»'],
  ['ФОП Товстоліс', 'Століс'],
])('%s and %s are two', (one, other) => {
  expect(payeeKey(one)).not.toBe(payeeKey(other))
})
