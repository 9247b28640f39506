import type { StubRandom } from './stub-random.ts'

/** Surnames as a man and as a woman bears them; apostrophes of all three kinds on purpose, because CRMs hold all three. */
const surnames = [
  ['Шевченко', 'Шевченко'],
  ['Лук’яненко', 'Лук’яненко'],
  ['Дем\u{27}янчук', 'Дем\u{27}янчук'],
  ['Солов\u{2bc}йов', 'Солов\u{2bc}йова'],
  ['Ґалаґан', 'Ґалаґан'],
  ['Нечуй-Левицький', 'Нечуй-Левицька'],
  ['Їжакевич', 'Їжакевич'],
  ['Єфремов', 'Єфремова'],
  ['Кривоніс', 'Кривоніс'],
  ['Білозерський', 'Білозерська'],
  ['Гнатюк', 'Гнатюк'],
  ['Паславський', 'Паславська'],
  ['Стець', 'Стець'],
  ['Щербина', 'Щербина'],
  ['В’юн', 'В’юн'],
  ['Ґудзь', 'Ґудзь'],
  ['Коваль-Сидоренко', 'Коваль-Сидоренко'],
  ['Мар’яненко', 'Мар’яненко'],
  ['Юрчишин', 'Юрчишин'],
  ['Цимбалюк', 'Цимбалюк'],
] as const

const men = ['Андрій', 'Богдан', 'Василь', 'Григорій', 'Євген', 'Ігор', 'Лук’ян', 'Остап', 'Сергій', 'Юрій'] as const
const women = [
  'Анна-Марія',
  'Ганна',
  'Дар’я',
  'Євгенія',
  'Ївга',
  'Олена',
  'Софія',
  'Соломія',
  'Тетяна',
  'Уляна',
] as const
const fathers = [
  ['Андрійович', 'Андріївна'],
  ['Васильович', 'Василівна'],
  ['Григорович', 'Григорівна'],
  ['Ігорович', 'Ігорівна'],
  ['Михайлович', 'Михайлівна'],
  ['Петрович', 'Петрівна'],
] as const
/** Of the three large networks. */
const networks = ['50', '66', '95', '99', '67', '68', '96', '97', '98', '63', '73', '93'] as const

export function inventPerson(random: StubRandom): { name: string; phone: string } {
  const isWoman = random.chance(0.6)
  const surname = random.pick(surnames)[isWoman ? 1 : 0]
  const name = random.pick(isWoman ? women : men)
  const father = random.chance(0.4) ? ` ${random.pick(fathers)[isWoman ? 1 : 0]}` : ''
  return { name: `${surname} ${name}${father}`, phone: `380${random.pick(networks)}${random.digits(7)}` }
}
