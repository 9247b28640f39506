/** Parts of a sentence that come from elsewhere (the carrier, the provider, a failed call), made to read as one. */

export const capitalized = (text: string): string => `${text.charAt(0).toLocaleUpperCase('uk')}${text.slice(1)}`

export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const withoutFullStop = (text: string): string => text.replace(/\.$/, '')
