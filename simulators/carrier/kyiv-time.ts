/** All times of the carrier are Kyiv's, without saying so, each field in a way of its own. */
const kyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Kyiv',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2022-09-02 16:08:33` */
export const yearFirst = (at: number): string => kyiv.format(at)

const parts = (at: number) => {
  const [date = '', time = ''] = yearFirst(at).split(' ')
  return { date, time, dayFirst: date.split('-').toReversed() }
}

/** `2022-09-10` */
export const dayOnly = (at: number): string => parts(at).date

/** `01-09-2022 17:09:52` */
export const dayFirstDashed = (at: number): string => `${parts(at).dayFirst.join('-')} ${parts(at).time}`

/** `02.09.2022` */
export const dayDotted = (at: number): string => parts(at).dayFirst.join('.')

/** `02.09.2022 16:08:16` */
export const dayFirstDotted = (at: number): string => `${dayDotted(at)} ${parts(at).time}`

/** `16:08 02.09.2022` */
export const minuteFirst = (at: number): string => `${parts(at).time.slice(0, 5)} ${dayDotted(at)}`
