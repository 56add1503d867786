import { useEffect } from 'react'
import { useUser } from '../../app/app-context'
import { useConversation } from '../state/conversation-context'

const key = 'signMessages'

interface Signature {
  enabled: boolean
  on: boolean
  /** Whether what is sent now is signed, also before `on` is known. */
  signs: () => boolean
  toggle: () => void
}

/** Whether messages start with the user's name; stored in this browser. Read it within `useSignals()`. */
export function useSignature(): Signature {
  const { signing, composer } = useConversation()
  const enabled = useUser().company.companieSettings['sendSignMessage'] === 'enabled'
  useEffect(() => {
    signing.value = isStoredOn()
  }, [signing])
  return {
    enabled,
    on: signing.value,
    signs: () => enabled && isStoredOn(),
    toggle() {
      signing.value = !signing.peek()
      localStorage.setItem(key, signing.peek() ? 'on' : 'off')
      composer.focusWanted.value += 1
    },
  }
}

const isStoredOn = () => localStorage.getItem(key) !== 'off'
