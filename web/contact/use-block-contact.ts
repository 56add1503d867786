import type { ContactView } from '../../src/contact/contact.answers'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

/** Blocks a contact after confirmation, or unblocks it. */
export function useBlockContact() {
  const t = useTexts().conversation.drawer
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id, name, active }: Pick<ContactView, 'id' | 'name' | 'active'>) => {
    const question = { title: t.blockTitle(name), text: t.blockText, action: t.block, danger: true }
    if (active && !(await confirm(question))) return
    const change = () => api.put('/contacts/block/:id', { params: { id }, body: { active: !active } })
    await attempt(change, active ? t.blocked : t.unblocked)
  }
}
