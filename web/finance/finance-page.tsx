import { useSignals } from '@preact/signals-react/runtime'
import { ReceiptText, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-title'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import { Screen } from '../ui/screen'
import { SearchInput } from '../ui/search-input'
import { createInvoiceList } from './invoice-list'
import { fetchSubscription, type FinanceData } from './load-finance'
import { isNeverDue, SubscriptionSummary } from './subscription-summary'
import { useInvoiceColumns } from './use-invoice-columns'

/** What the company has, owes and has paid; the one screen that stays open when nothing was paid. */
export function page({ data }: PageProps<FinanceData>) {
  useSignals()
  const { finance: t, ui } = useTexts('finance')
  const { list, subscription } = useFinance(data)
  usePageTitle(t.title)
  const invoices = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]
  const searched = list.searchText.value !== ''
  const title = (
    <>
      {t.title} <span className="finance-count">({list.count.value})</span>
    </>
  )
  const search = <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={t.searchPlaceholder} />
  return (
    <Screen
      header={<PageHeader title={title} search={search} />}
      length={invoices.length}
      onEndReached={() => void list.loadMore()}
    >
      <SubscriptionSummary subscription={subscription} />
      <DataTable
        label={t.title}
        columns={useInvoiceColumns()}
        rows={invoices}
        rowKey={({ id }) => id}
        rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
        loading={loading === 'replace' && invoices.length === 0}
        loadingMore={loading === 'more'}
        error={invoices.length === 0 ? failed : undefined}
        onRetry={() => void list.reload()}
        empty={
          searched ? (
            <EmptyState icon={SearchX} title={t.nothingFound} />
          ) : (
            <EmptyState
              icon={ReceiptText}
              title={t.emptyTitle}
              text={isNeverDue(subscription) ? t.emptyNever : t.emptyText}
            />
          )
        }
        footer={
          failed && (
            <p className="data-table-more" role="alert">
              {ui.errorTitle}
              <Button size="s" onClick={() => void list.loadMore()}>
                {ui.retry}
              </Button>
            </p>
          )
        }
      />
    </Screen>
  )
}

/** A payment and the host's changes are seen at once. */
function useFinance(data: FinanceData) {
  const { api, live } = useApp()
  const { companyId } = useUser()
  const [list] = useState(() => createInvoiceList(api, data.page))
  const [subscription, setSubscription] = useState(data.subscription)
  useEffect(() => {
    const renew = () => {
      void list.reload()
      fetchSubscription(api).then(setSubscription, reportError)
    }
    const events = [`company-${companyId}-payment`, `company-${companyId}-subscription`, 'reload']
    const stops = events.map((event) => live.subscribe(event, renew))
    return () => {
      for (const stop of stops) stop()
      list.dispose()
    }
  }, [api, live, list, companyId])
  return { list, subscription }
}
