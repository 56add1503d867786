/** What the live line wants to know of the machine it runs on. */
export interface LiveDevice {
  /** Whether there is any network at all. */
  isOnline(): boolean
  /** Told when the network comes or goes, and when the window is looked at again. Returns what ends it. */
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
