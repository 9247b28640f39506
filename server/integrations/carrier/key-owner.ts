import { toPhone } from '../phone.ts'
import type { KeyOwner } from './carrier-client.ts'
import { cutTo, fieldOf, readText } from './read-fields.ts'

/** What the carrier calls every customer that is no firm; the person's name is that of the contact. */
const privatePerson = 'Приватна особа'
const longestName = 200
/** A firm may have many contact persons, and a phone that is left out would make their parcels a stranger's. */
const mostPhones = 1000

export const refOf = (sender: unknown): string => readText(fieldOf(sender, 'Ref'))

/** `contacts` are of this sender, `everybody` of all senders of the cabinet. */
export function toKeyOwner(sender: unknown, contacts: readonly unknown[], everybody = contacts): KeyOwner {
  const isPerson =
    readText(fieldOf(sender, 'CounterpartyType')).toLowerCase() === 'privateperson' ||
    readText(fieldOf(sender, 'Description')) === privatePerson
  const ofSender = firstFilled(sender, ['CounterpartyFullName', 'Description']) || fullName(sender)
  const ofContact = contacts.map((contact) => firstFilled(contact, ['Description']) || fullName(contact)).find(Boolean)
  const name = isPerson ? (ofContact ?? ofSender) : ofSender || (ofContact ?? '')
  return { name: cutTo(longestName, name), phones: phonesOf(everybody) }
}

const firstFilled = (record: unknown, names: readonly string[]): string =>
  names.map((name) => readText(fieldOf(record, name))).find(Boolean) ?? ''

const fullName = (record: unknown): string =>
  ['LastName', 'FirstName', 'MiddleName']
    .map((name) => readText(fieldOf(record, name)))
    .filter(Boolean)
    .join(' ')

/** `Phones` is one text, with several of them where there are several. */
function phonesOf(contacts: readonly unknown[]): string[] {
  const phones = contacts.flatMap((contact) => readText(fieldOf(contact, 'Phones')).split(/[,;]/)).map(toPhone)
  return [...new Set(phones.filter((phone) => /^380\d{9}$/.test(phone)))].slice(0, mostPhones)
}
