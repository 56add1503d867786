/** Browsers allow them over HTTPS and on the machine itself, and only under a name. */
export const mayUsePasskeys = () =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
