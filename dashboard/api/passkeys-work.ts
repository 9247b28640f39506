/** Browsers bind a passkey to a name, so there is none for a bare IP address, and none without https but at localhost. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
