import type { UserView } from '../../src/user/user.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import { Copy, KeyRound, Mail, RefreshCw } from '../ui/icons'
import type { RowAction } from '../ui/table/row-actions'
import { copyText } from '../ui/text/copy-text'
import type { Invitation } from './invitation-dialog'

/**
 * The links by which users set a password: for those who have not set one yet, and for those who forgot it. `show` shows a link
 * that was made or could not be copied.
 */
export function useInvitationActions(show: (invitation: Invitation) => void, canMail: boolean) {
  const { invitation: t, newPasswordLink } = useTexts('user').user
  const { api } = useApp()
  const { toast } = useUi()
  const attempt = useAttempt()
  const { id: ownId } = useUser()

  const invite = async (id: number, body: { renew?: boolean; mail?: boolean }) =>
    (await api.post('/users/:id/invitation', { params: { id }, body })).link

  /** Whether it was taken. */
  const mail = (id: number) => attempt(() => invite(id, { mail: true }), t.mailing)

  function actionsOf({ id, name, invitedUntil, invitationMail }: UserView): RowAction[] {
    const shown = (link: string) => show({ kind: 'invitation', id, name, link })
    const copy = async () => {
      const link = await invite(id, {})
      await copyText(link).then(
        () => toast.success(t.copied),
        () => shown(link),
      )
    }
    const renew = async () => shown(await invite(id, { renew: true }))
    const reset = async () => {
      const { link } = await api.post('/users/:id/password-link', { params: { id } })
      show({ kind: 'newPasswordLink', id, name, link })
    }
    if (!invitedUntil) {
      if (id === ownId) return []
      return [{ label: newPasswordLink.make, icon: KeyRound, inMenu: true, onSelect: () => void attempt(reset) }]
    }
    const mailed = { icon: Mail, inMenu: true, onSelect: () => void mail(id) }
    return [
      ...(canMail ? [{ label: invitationMail ? t.mailAgain : t.mail, ...mailed }] : []),
      { label: t.copy, icon: Copy, inMenu: true, onSelect: () => void attempt(copy) },
      { label: t.renew, icon: RefreshCw, inMenu: true, onSelect: () => void attempt(renew) },
    ]
  }

  return { actionsOf, mail: canMail ? mail : undefined }
}
