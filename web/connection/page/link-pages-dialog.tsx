import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { LinkedAccounts, FoundAccount } from '../../../src/channel/meta/page/page-account.calls'
import type { LoginReturnBody } from '../../../src/channel/meta/meta-login.contract'
import { LinkAccountsBody } from '../../../src/channel/meta/page/page-account.contract'
import type { ApiClient } from '../../api/api-client'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { Dialog } from '../../ui/dialog/dialog'
import { Checkbox } from '../../ui/field/checkbox'
import { EmptyState, Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField } from '../../ui/form/form-field'
import { useAttempt } from '../../ui/form/use-attempt'
import { CircleAlert, MessagesSquare } from '../../ui/icons'
import { MultiCombobox } from '../../ui/select/combobox'
import { optionsOf } from '../../ui/select/option'
import { ChannelIcon } from '../channel-icon'
import { suggestedRatingMinutes } from '../form/connection-form'
import type { ConnectionsData } from '../load-connections'

interface LinkPagesDialogProps {
  companyId?: number
  returned: LoginReturnBody | undefined
  queues: ConnectionsData['queues']
  close: () => void
}

export function LinkPagesDialog({ companyId, returned, queues, close }: LinkPagesDialogProps) {
  const t = useTexts('account').account.page
  const { found, error, load } = useFound(companyId, returned)
  const [linked, setLinked] = useState<LinkedAccounts>()
  if (linked) return <NotLinked linked={linked} close={close} />
  if (found && found.accounts.length > 0) {
    return <ChooseAccounts {...found} companyId={companyId} queues={queues} close={close} onLinked={setLinked} />
  }
  return (
    <Dialog open size="m" title={t.addTitle} onClose={close}>
      <div className="stack gap-4">
        {returned === undefined ? (
          <LoginStep companyId={companyId} />
        ) : error ? (
          <ErrorState error={error} onRetry={load} />
        ) : found ? (
          <EmptyState
            icon={MessagesSquare}
            title={t.noneTitle}
            text={t.noneText}
            action={<LoginButton companyId={companyId} />}
          />
        ) : (
          <SkeletonRows count={4} picture={false} />
        )}
      </div>
    </Dialog>
  )
}

interface Found {
  link: string
  accounts: readonly FoundAccount[]
}

function accountCalls(api: ApiClient, companyId: number | undefined) {
  if (companyId === undefined) {
    return {
      login: () => api.post('/facebook/login'),
      find: (body: LoginReturnBody) => api.post('/facebook/accounts', { body }),
      link: (body: LinkAccountsBody) => api.post('/facebook/links', { body }),
    }
  }
  const params = { id: companyId }
  return {
    login: () => api.post('/companies/:id/facebook/login', { params }),
    find: (body: LoginReturnBody) => api.post('/companies/:id/facebook/accounts', { params, body }),
    link: (body: LinkAccountsBody) => api.post('/companies/:id/facebook/links', { params, body }),
  }
}

function useFound(companyId: number | undefined, returned: LoginReturnBody | undefined) {
  const { api } = useApp()
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<unknown>()
  function load() {
    setError(undefined)
    if (returned) accountCalls(api, companyId).find(returned).then(setFound, setError)
  }
  useEffect(load, [api, companyId, returned])
  return { found, error, load }
}

function LoginStep({ companyId }: { companyId: number | undefined }) {
  const t = useTexts('account').account.page
  const { api } = useApp()
  const [hasHostApp, setHasHostApp] = useState<boolean>()
  const [error, setError] = useState<unknown>()
  const load = () => void api.get('/facebook').then((found) => setHasHostApp(found.hasHostApp), setError)
  useEffect(load, [api])
  if (error) return <ErrorState error={error} onRetry={load} />
  if (hasHostApp === undefined) return <SkeletonRows count={2} picture={false} />
  if (!hasHostApp) return <Note icon={CircleAlert}>{t.noHostApp}</Note>
  return (
    <>
      <p className="subtle">{t.loginText}</p>
      <LoginButton companyId={companyId} />
    </>
  )
}

interface LoginButtonProps {
  companyId?: number | undefined
  again?: true
  urgent?: boolean
}

export function LoginButton({ companyId, again, urgent }: LoginButtonProps) {
  const t = useTexts('account').account.page
  const { api } = useApp()
  const attempt = useAttempt()
  const login = () => attempt(async () => location.assign((await accountCalls(api, companyId).login()).address))
  return (
    <Button variant={again && !urgent ? 'secondary' : 'primary'} icon={MessagesSquare} onClick={() => login()}>
      {again ? t.loginAgain : t.login}
    </Button>
  )
}

interface ChooseAccountsProps extends Found {
  companyId: number | undefined
  queues: ConnectionsData['queues']
  close: () => void
  onLinked: (linked: LinkedAccounts) => void
}

function ChooseAccounts({ companyId, link, accounts, queues, close, onLinked }: ChooseAccountsProps) {
  useSignals()
  const t = useTexts('account').account.page
  const { fields, suggested } = useTexts('connection').connection
  const { api } = useApp()
  const { toast } = useUi()
  const [linked, setLinked] = useState<LinkedAccounts>()
  const form = useForm({
    schema: LinkAccountsBody,
    initial: {
      link,
      accountIds: accounts.map(({ accountId }) => accountId),
      queueIds: queues.map(({ id }) => id),
      greetingMessage: queues.length > 1 ? suggested.greeting : '',
      // Also while the company asks for no ratings: the setting may change before the form is saved.
      ratingMessage: suggested.rating,
      expiresTicketNPS: suggestedRatingMinutes,
    },
    save: async (body) => setLinked(await accountCalls(api, companyId).link(body)),
  })
  useEffect(() => {
    if (!linked) return
    if (linked.connections.length > 0) toast.success(t.linked)
    if (linked.notLinked.length > 0) onLinked(linked)
    else close()
  })
  return (
    <FormDialog form={form} size="m" title={t.chooseTitle} saveLabel={t.link} close={close} onSaved={() => {}}>
      <FormField form={form} name="accountIds" label={t.accounts} group>
        {({ value, onValueChange }) => (
          <ul className="page-choices plain-list">
            {accounts.map(({ accountId, channel, name, username, connectionName }) => (
              <li key={accountId}>
                <Checkbox
                  checked={value.includes(accountId)}
                  onCheckedChange={(checked) =>
                    onValueChange(checked ? [...value, accountId] : value.filter((one) => one !== accountId))
                  }
                  label={
                    <span className="inline-row">
                      <ChannelIcon channel={channel} />
                      <span>
                        <bdi>{name}</bdi>
                        {username && <span className="subtle"> @{username}</span>}
                        {connectionName !== null && <span className="subtle"> · {t.renews(connectionName)}</span>}
                      </span>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </FormField>
      {queues.length > 0 && (
        <FormField form={form} name="queueIds" label={fields.queues} help={fields.queuesHelp}>
          {(field) => <MultiCombobox<number> {...field} options={optionsOf(queues)} />}
        </FormField>
      )}
    </FormDialog>
  )
}

function NotLinked({ linked, close }: { linked: LinkedAccounts; close: () => void }) {
  const t = useTexts('account').account.page
  const { ui } = useTexts()
  const errorText = useErrorText()
  return (
    <Dialog open size="m" title={t.notLinkedTitle} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <ul className="page-choices plain-list" data-autofocus tabIndex={-1}>
        {linked.notLinked.map(({ name, channel, error }) => (
          <li key={`${channel} ${name}`} className="inline-row">
            <ChannelIcon channel={channel} />
            <span>
              <bdi>{name}</bdi>: {errorText(error)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
