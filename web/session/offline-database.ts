export const offlineDatabase = 'recado-offline'

/** What a window dispatches when its session ends. */
export const sessionEndEvent = 'session-end'

/** Conversations and unsent messages that are kept for reading without a network. */
export function wipeOffline() {
  if ('indexedDB' in window) indexedDB.deleteDatabase(offlineDatabase)
}
