/** An address from outside becomes a link or a QR code only if it is https: `javascript:` and plain http are no receipt. */
export const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:'
