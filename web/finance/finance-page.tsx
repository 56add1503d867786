import { useSignals } from '@preact/signals-react/runtime'
import { ReceiptText, SearchX } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { InvoiceView } from '../../src/platform/invoice.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { searchOf } from '../page/address-word'
import { EmptyState } from '../ui/empty-state'
import { HostInvoices } from './host-invoices'
import { createInvoiceList } from './invoice-list'
import { InvoiceScreen } from './invoice-screen'
import { fetchSubscription, isNeverDue, type FinanceData } from './load-finance'
import { PayDialog } from './pay-dialog'
import { useInvoiceColumns } from './use-invoice-columns'

/** What the company has, owes and has paid; the one screen that stays open when nothing was paid. */
export function page({ data, query }: PageProps<FinanceData>) {
  const search = searchOf(query)
  if (data.open) return <HostInvoices open={data.open} search={search} subscription={data.subscription} />
  return <OwnInvoices data={data} search={search} />
}

interface OwnInvoicesProps {
  data: FinanceData
  /** What the first page was searched for. */
  search: string
}

function OwnInvoices({ data, search }: OwnInvoicesProps) {
  useSignals()
  const { finance: t } = useTexts('finance')
  const { list, subscription } = useFinance(data, search)
  const [paying, setPaying] = useState<InvoiceView>()
  const columns = useInvoiceColumns(setPaying)
  const emptyText = isNeverDue(subscription) ? t.emptyNever : t.emptyText
  return (
    <>
      <InvoiceScreen
        list={list}
        subscription={subscription}
        columns={columns}
        searchPlaceholder={t.searchPlaceholder}
        empty={
          list.searchText.value === '' ? (
            <EmptyState icon={ReceiptText} title={t.emptyTitle} text={emptyText} />
          ) : (
            <EmptyState icon={SearchX} title={t.nothingFound} />
          )
        }
      />
      {paying && <PayDialog invoice={paying} support={subscription.support} onClose={() => setPaying(undefined)} />}
    </>
  )
}

/** A payment and the host's changes are seen at once. */
function useFinance(data: FinanceData, search: string) {
  const { api, live } = useApp()
  const [list] = useState(() => createInvoiceList(api, data.page, search))
  const [subscription, setSubscription] = useState(data.subscription)
  useEffect(() => {
    const renew = () => {
      void list.reload()
      fetchSubscription(api).then(setSubscription, reportError)
    }
    const events = ['payment', 'subscription', 'reload'] as const
    const stops = events.map((event) => live.subscribe(event, renew))
    return () => {
      for (const stop of stops) stop()
      list.dispose()
    }
  }, [api, live, list])
  return { list, subscription }
}
