import { useEffect } from 'react'
import { useUser } from '../../app/app-context'
import { useConversation } from '../conversation-context'

const key = 'signMessages'

export interface Signature {
  /** The company allows it. */
  enabled: boolean
  on: boolean
  toggle: () => void
}

/** Whether messages begin with the person's name; remembered in this browser. Read within `useSignals()`. */
export function useSignature(): Signature {
  const { signing } = useConversation()
  const enabled = useUser().company.companieSettings['sendSignMessage'] === 'enabled'
  useEffect(() => {
    signing.value = localStorage.getItem(key) !== 'off'
  }, [signing])
  return {
    enabled,
    on: signing.value,
    toggle() {
      signing.value = !signing.peek()
      localStorage.setItem(key, signing.peek() ? 'on' : 'off')
    },
  }
}
