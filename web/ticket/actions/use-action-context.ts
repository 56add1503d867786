import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { useUi } from '../../ui/context/ui-context'
import type { ActionContext } from './ticket-action'

export function useActionContext(given: Pick<ActionContext, 'ticket' | 'change' | 'ask'>): ActionContext {
  const actor = actorOf(useUser())
  const texts = useTexts()
  const { confirm } = useUi()
  return { ...given, actor, texts, confirm }
}
