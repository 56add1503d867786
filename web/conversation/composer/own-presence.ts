import { type AgentPresence, composingEachMs, viewingEachMs } from '../../../src/message/agent-presence.contract'

/** Tells of what the person does in one conversation, so that the contact sees them write. */
export interface OwnPresence {
  /** A letter was typed or taken away. */
  typed(text: string): void
  /** The text was sent or given up. */
  stopped(): void
  /** Speaks from now on; returns what ends it. */
  record(): () => void
  /** Says from now on that the conversation is looked at; returns what ends it. */
  start(): () => void
}

/** Without a letter for so long, one is not writing any more. */
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
