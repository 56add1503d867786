import { useState } from 'react'
import type { MailChoiceView } from '../../src/user/mail-choice/mail-choice.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import type { PageProps } from '../page/page-definition'
import { Button } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { Link2Off } from '../ui/icons'
import { PublicLayout } from './public-layout'

/** Null for a link that is not valid. */
export async function load(api: ApiClient, { token }: { token: string }): Promise<MailChoiceView | null> {
  try {
    return await api.get('/mail-choice/:token', { params: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_LINK_ENDED') return null
    throw error
  }
}

/** For the reader of a recurring mail, who need not be signed in. */
export function page({ data, params }: PageProps<MailChoiceView | null, { token: string }>) {
  const t = useTexts('signIn').signIn.mailChoice
  usePageTitle(t.title)
  return (
    <PublicLayout>
      {data ? (
        <Choice first={data} token={params.token} />
      ) : (
        <section className="login-card signup-closed">
          <Link2Off size={28} strokeWidth={1.75} aria-hidden />
          <h1>{t.endedTitle}</h1>
          <p>{t.endedText}</p>
        </section>
      )}
    </PublicLayout>
  )
}

function Choice({ first, token }: { first: MailChoiceView; token: string }) {
  const t = useTexts('signIn').signIn.mailChoice
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [{ kind, company, isOn }, setChoice] = useState(first)
  const [isSaving, setIsSaving] = useState(false)
  const name = t.kinds[kind]

  async function change() {
    setIsSaving(true)
    try {
      const path = isOn ? '/mail-choice/:token' : '/mail-choice/:token/undo'
      setChoice(await api.post(path, { params: { token } }))
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <section className="login-card stack gap-4" aria-labelledby="mail-choice-title">
      <h1 id="mail-choice-title">{isOn ? t.title : t.offTitle}</h1>
      <p role="status">{isOn ? t.text(name, company) : t.offText(name, company)}</p>
      <Button variant={isOn ? 'primary' : 'secondary'} size="l" disabled={isSaving} onClick={() => void change()}>
        {isOn ? t.leave : t.undo}
      </Button>
    </section>
  )
}
