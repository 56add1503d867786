import { useEffect, useState } from 'react'
import type { MailKind } from '../../src/user/mail-choice/mail-kinds.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'

/** Who has left a recurring mail. Nothing while that is not known, and when nobody has. */
export function MailRefusals({ kind }: { kind: MailKind }) {
  const t = useTexts('setting').setting
  const { api } = useApp()
  const [names, setNames] = useState<readonly string[]>([])

  useEffect(() => {
    let isShown = true
    const show = ({ refusals }: { refusals: readonly { kind: MailKind; name: string }[] }) => {
      if (isShown) setNames(refusals.filter((refusal) => refusal.kind === kind).map(({ name }) => name))
    }
    api.get('/mail-refusals').then(show, () => {})
    return () => {
      isShown = false
    }
  }, [api, kind])

  return names.length === 0 ? null : (
    <p className="subtle">
      <bdi>{t.mailRefusals(names.join(', '))}</bdi>
    </p>
  )
}
