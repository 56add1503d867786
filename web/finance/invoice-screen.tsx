import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { InvoiceView, SubscriptionView } from '../../src/platform/invoice.calls'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/use-page-title'
import { Button } from '../ui/button'
import { DataTable, type Column } from '../ui/data-table'
import { PageHeader } from '../ui/page-header'
import { Screen } from '../ui/screen'
import { searchWord, useAddressWord } from '../page/address-word'
import { SearchInput } from '../ui/search-input'
import type { InvoiceList } from './invoice-list'
import { SubscriptionSummary } from './subscription-summary'

interface InvoiceScreenProps<Invoice extends InvoiceView> {
  list: InvoiceList<Invoice>
  subscription: SubscriptionView
  columns: readonly Column<Invoice>[]
  searchPlaceholder: string
  empty: ReactNode
}

/** The subscription, and under it invoices: the company's own, or those that the host waits for. */
export function InvoiceScreen<Invoice extends InvoiceView>({
  list,
  subscription,
  columns,
  searchPlaceholder,
  empty,
}: InvoiceScreenProps<Invoice>) {
  useSignals()
  const { finance: t, ui } = useTexts('finance')
  usePageTitle(t.title)
  const invoices = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]
  const title = (
    <>
      {t.title} <span className="finance-count">({list.count.value})</span>
    </>
  )
  useAddressWord(searchWord, list.searchText.value)
  const search = <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={searchPlaceholder} />
  return (
    <Screen
      header={<PageHeader title={title} search={search} />}
      length={invoices.length}
      onEndReached={() => void list.loadMore()}
    >
      <SubscriptionSummary subscription={subscription} />
      <DataTable
        label={t.title}
        columns={columns}
        rows={invoices}
        rowKey={({ id }) => id}
        rowTone={({ overdue }) => (overdue ? 'danger' : undefined)}
        loading={loading === 'replace' && invoices.length === 0}
        loadingMore={loading === 'more'}
        error={invoices.length === 0 ? failed : undefined}
        onRetry={() => void list.reload()}
        empty={empty}
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
