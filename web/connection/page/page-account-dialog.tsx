import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { PageAccountView } from '../../../src/channel/meta/page/page-account.calls'
import { PageAccountBody } from '../../../src/channel/meta/page/page-account.contract'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { Dialog } from '../../ui/dialog/dialog'
import { SwitchField } from '../../ui/field/switch-field'
import { Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { CircleAlert, CircleCheck } from '../../ui/icons'
import { LoginButton } from './link-pages-dialog'

export function PageAccountDialog({ id, close }: { id: number; close: () => void }) {
  const t = useTexts('account').account.page
  const { api } = useApp()
  const [account, setAccount] = useState<PageAccountView>()
  const [error, setError] = useState<unknown>()
  function load() {
    setError(undefined)
    api.get('/facebook/:id', { params: { id } }).then(setAccount, setError)
  }
  useEffect(load, [api, id])
  if (account) return <AccountForm account={account} close={close} />
  return (
    <Dialog open size="m" title={t.addTitle} onClose={close}>
      <div className="stack gap-4">
        {error ? <ErrorState error={error} onRetry={load} /> : <SkeletonRows count={4} picture={false} />}
      </div>
    </Dialog>
  )
}

function AccountForm({ account, close }: { account: PageAccountView; close: () => void }) {
  useSignals()
  const t = useTexts('account').account.page
  const { api } = useApp()
  const { toast } = useUi()
  const { whatsappId: id, name, accountName, username, token, humanAgent, takesComments } = account
  const form = useForm({
    schema: PageAccountBody,
    initial: { humanAgent, takesComments },
    save: (body) => api.put('/facebook/:id', { params: { id }, body }),
  })
  function onSaved() {
    toast.success(t.saved)
    close()
  }
  const isSigned = token === 'set'
  return (
    <FormDialog form={form} size="m" title={t.editTitle(name)} close={close} onSaved={onSaved}>
      <p>
        <bdi>{accountName}</bdi>
        {username && <span className="subtle"> @{username}</span>}
      </p>
      <Note icon={isSigned ? CircleCheck : CircleAlert}>
        {isSigned ? (account.verifiedAt ? t.verified : t.notVerified) : t.tokenGone}
      </Note>
      <LoginButton again urgent={!isSigned} />
      <SwitchField form={form} name="humanAgent" label={t.humanAgent} help={t.humanAgentHelp} />
      <SwitchField form={form} name="takesComments" label={t.takesComments} help={t.takesCommentsHelp} />
    </FormDialog>
  )
}
