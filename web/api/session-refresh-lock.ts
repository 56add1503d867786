/** The refresh token rotates, so windows and the service worker use it one after the other. */
export const sessionRefreshLock = 'session-refresh'
