import type { UserView } from '../../src/user/user.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import { Copy, RefreshCw } from '../ui/icons'
import type { RowAction } from '../ui/table/row-actions'
import { copyText } from '../ui/text/copy-text'
import type { Invitation } from './invitation-dialog'

/** The actions of a user who has not set a password yet. `show` shows a link that was made or could not be copied. */
export function useInvitationActions(show: (invitation: Invitation) => void) {
  const t = useTexts('user').user.invitation
  const { api } = useApp()
  const { toast } = useUi()
  const attempt = useAttempt()

  const linkOf = async (id: number, renew: boolean) =>
    (await api.post('/users/:id/invitation', { params: { id }, body: { renew } })).link

  return ({ id, name, invitedUntil }: UserView): RowAction[] => {
    if (!invitedUntil) return []
    const copy = async () => {
      const link = await linkOf(id, false)
      await copyText(link).then(
        () => toast.success(t.copied),
        () => show({ name, link }),
      )
    }
    const renew = async () => show({ name, link: await linkOf(id, true) })
    return [
      { label: t.copy, icon: Copy, inMenu: true, onSelect: () => void attempt(copy) },
      { label: t.renew, icon: RefreshCw, inMenu: true, onSelect: () => void attempt(renew) },
    ]
  }
}
