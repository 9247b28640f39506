import { aUser } from '../fixtures/people.ts'
import { aShop, otherCrm } from '../fixtures/shop.ts'
import type { State } from '../state.ts'

/** Addresses and settings in the sentence about another CRM. */
const hosts = /^(crm|hata|nova|example|KASYR|URL|KEY)$/

/** The settings name another CRM than the orders are from. */
export const anotherCrm: readonly State[] = [
  {
    name: 'another CRM, and an admin',
    at: '/',
    answers: aShop({ sync: otherCrm }),
    shows: [/а замовлення в черзі/, 'Той самий магазин…', 'Інший магазин…'],
    names: hosts,
  },
  {
    name: 'another CRM, and a cashier',
    at: '/',
    answers: aShop({ user: aUser('cashier'), sync: otherCrm }),
    shows: [/адміністратор має вказати/],
    names: hosts,
  },
  {
    name: 'another CRM said to be the same shop',
    at: '/',
    answers: aShop({ sync: otherCrm }, { 'POST /crm/decision': 'silence' }),
    steps: (hand) => hand.press('Той самий магазин…'),
    shows: ['Це той самий магазин?', /перезапишуть ваші/],
    names: hosts,
  },
  {
    name: 'another CRM said to be another shop, and refused',
    at: '/',
    answers: aShop({ sync: otherCrm }, { 'POST /crm/decision': { refused: 'crm.other_meanwhile' } }),
    steps: async (hand) => {
      await hand.press('Інший магазин…')
      await hand.press('Так, інший магазин')
    },
    shows: ['Це інший магазин?', /стосується іншої CRM/],
    names: hosts,
  },
]
