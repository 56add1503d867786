import { type AgentPresence, composingEachMs, viewingEachMs } from '../../../src/message/agent-presence.contract'

/** Sends the user's activity in one conversation, so that the contact sees typing. */
export interface OwnPresence {
  /** The text was changed. */
  typed(text: string): void
  /** The text was sent or discarded. */
  stopped(): void
  /** Reports recording; returns the function that stops it. */
  record(): () => void
  /** Reports that the conversation is viewed; returns the function that stops it. */
  start(): () => void
}

/** After this pause the user no longer counts as typing. */
const restMs = 4000

export function createOwnPresence(tell: (presence: AgentPresence) => void): OwnPresence {
  let told: AgentPresence = 'paused'
  let toldAtMs = 0
  let rest: ReturnType<typeof setTimeout> | undefined

  function say(presence: AgentPresence) {
    told = presence
    toldAtMs = performance.now()
    tell(presence)
  }

  function stopped() {
    clearTimeout(rest)
    if (told !== 'paused') say('paused')
  }

  function view() {
    if (document.visibilityState === 'visible') tell('viewing')
  }

  return {
    stopped,
    typed(text) {
      if (text.trim() === '') return stopped()
      clearTimeout(rest)
      rest = setTimeout(stopped, restMs)
      if (told !== 'composing' || performance.now() - toldAtMs >= composingEachMs) say('composing')
    },
    record() {
      say('recording')
      const again = setInterval(() => say('recording'), composingEachMs)
      return () => {
        clearInterval(again)
        stopped()
      }
    },
    start() {
      const again = setInterval(view, viewingEachMs)
      document.addEventListener('visibilitychange', view)
      view()
      return () => {
        clearInterval(again)
        document.removeEventListener('visibilitychange', view)
        stopped()
      }
    },
  }
}
