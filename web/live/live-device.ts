/** Functions of the device that the live connection uses. */
export interface LiveDevice {
  isOnline(): boolean
  /** Network, and visibility of the window. Returns the function that stops it. */
  watch(changed: (what: 'network' | 'shown') => void): () => void
}

export const browserDevice: LiveDevice = {
  isOnline: () => navigator.onLine,
  watch(changed) {
    const network = () => changed('network')
    const shown = () => document.visibilityState === 'visible' && changed('shown')
    window.addEventListener('online', network)
    window.addEventListener('offline', network)
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.removeEventListener('online', network)
      window.removeEventListener('offline', network)
      document.removeEventListener('visibilitychange', shown)
    }
  },
}
