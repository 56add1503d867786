import { effect } from '@preact/signals-react'
import {
  type AgentPresence,
  composingEachMs,
  viewingEachMs,
} from '../../../src/message/presence/agent-presence.contract'
import type { LiveSocketClient } from '../../live/live-socket-client'

/** Sends the user's activity in one conversation, so that the contact sees typing. */
export interface PresenceReporter {
  /** The text was changed. Only colleagues see that a private note is written. */
  typed(text: string, isPrivate?: boolean): void
  stopped(): void
  /** Reports recording; returns the function that stops it. */
  record(): () => void
  /** Reports that the conversation is viewed; returns the function that stops it. */
  start(): () => void
}

/** After this pause the user no longer counts as typing. */
const idleMs = 4000

export function createPresenceReporter(
  live: Pick<LiveSocketClient, 'state' | 'showPresence'>,
  ticketUuid: string,
): PresenceReporter {
  const send = (presence: AgentPresence) => live.showPresence(ticketUuid, presence)
  let reported: AgentPresence = 'paused'
  let reportedAtMs = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function report(presence: AgentPresence) {
    reported = presence
    reportedAtMs = performance.now()
    send(presence)
  }

  function stopped() {
    clearTimeout(idleTimer)
    if (reported !== 'paused') report('paused')
  }

  function view() {
    send(document.visibilityState === 'visible' ? 'viewing' : 'away')
  }

  return {
    stopped,
    typed(text, isPrivate = false) {
      if (text.trim() === '') return stopped()
      clearTimeout(idleTimer)
      idleTimer = setTimeout(stopped, idleMs)
      const presence = isPrivate ? 'noting' : 'composing'
      if (reported !== presence || performance.now() - reportedAtMs >= composingEachMs) report(presence)
    },
    record() {
      report('recording')
      const again = setInterval(() => report('recording'), composingEachMs)
      return () => {
        clearInterval(again)
        stopped()
      }
    },
    start() {
      const again = setInterval(view, viewingEachMs)
      document.addEventListener('visibilitychange', view)
      // Sent only while online.
      const unfollow = effect(() => {
        if (live.state.value === 'online') view()
      })
      return () => {
        unfollow()
        clearInterval(again)
        document.removeEventListener('visibilitychange', view)
        stopped()
      }
    },
  }
}
