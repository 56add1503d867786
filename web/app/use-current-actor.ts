import { useCallback } from 'react'
import type { UserActor } from '../../src/kernel/company/actor'
import { actorOf } from '../session/session-actor'
import { useApp, useUser } from './app-context'

/** Returns a function for models, whose events arrive after the user's permissions may have changed. */
export function useCurrentActor(): () => UserActor {
  const { session } = useApp()
  const user = useUser()
  return useCallback(() => actorOf(session.user.peek() ?? user), [session, user])
}
