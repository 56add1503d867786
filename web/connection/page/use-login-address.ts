import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent } from 'react'
import { type LoginReturnBody, supportedCompanyOf } from '../../../src/channel/meta/meta-login.contract'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'

/** Meta's dialog always returns to the connections; the host goes on at those of all companies. Its code may be used once. */
export function useLoginAddress(goOn: (returned: LoginReturnBody) => void) {
  useSignals()
  const t = useTexts('account').account.page
  const { toast } = useUi()
  const { navigation } = useApp()
  const { path, search } = navigation.shown.value
  const read = useEffectEvent(() => {
    const query = new URLSearchParams(search)
    const [code, state] = [query.get('code'), query.get('state')]
    const isDenied = query.has('error_reason') || query.has('error')
    if (state === null || (code === null && !isDenied)) return
    const isForOther = supportedCompanyOf(state) !== undefined && path === links.connections()
    if (isForOther) return void navigation.go(`${links.allConnections()}?${query}`, { replace: true })
    for (const name of loginParameters) query.delete(name)
    navigation.replaceQuery(query)
    if (code === null) toast.error(t.denied)
    else goOn({ code, state })
  })
  useEffect(() => read(), [search])
}

const loginParameters = ['code', 'state', 'error', 'error_code', 'error_reason', 'error_description', 'error_message']
