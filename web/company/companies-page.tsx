import { useState } from 'react'
import type { CompanyView } from '../../src/platform/company/company.calls'
import { useUser, useApp } from '../app/app-context'
import { links } from '../app/links'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Building2, CalendarPlus, LogOut, Upload } from '../ui/icons'
import { CompanyDialog, type Credentials, CredentialsDialog } from './company-dialog'
import { SignOutCompanyDialog } from './sign-out-company'
import { useCompanyColumns } from './company-columns'
import { MuteDialog, type MutedCompany, useMuting } from './mute-company'
import { type CompaniesData, companyRecords } from './load-companies'
import { renewalDates } from '../../src/platform/company/company.contract'
import { displayDay } from '../i18n/format'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { ButtonLink } from '../ui/display/link'
import { useBusyAttempt } from '../ui/form/use-attempt'

const firstCompanyId = 1
/** Rows are shaded from this number of days before the due date. */
const warningDays = 5

export function page({ data }: PageProps<CompaniesData>) {
  const t = useTexts('company').company
  const format = useFormat()
  const { companyId } = useUser()
  const [renewed, setRenewed] = useState<CompanyView>()
  const [muted, setMuted] = useState<MutedCompany>()
  const muting = useMuting(setMuted)
  const [signedOut, setSignedOut] = useState<CompanyView>()
  const [credentials, setCredentials] = useState<Credentials>()
  return (
    <>
      <RecordsPage
        list={useRecordList(companyRecords, data.page)}
        texts={t}
        icon={Building2}
        columns={useCompanyColumns()}
        headerActions={
          <ButtonLink href={links.systemImport()} icon={Upload}>
            {t.importOther}
          </ButtonLink>
        }
        rowTone={toneOf}
        form={(company, close) => (
          <CompanyDialog company={company} plans={data.plans} close={close} onGenerated={setCredentials} />
        )}
        actions={(company) => [
          {
            label: t.renew.action,
            icon: CalendarPlus,
            disabled: company.id === firstCompanyId,
            onSelect: () => setRenewed(company),
          },
          ...muting(company),
          { label: t.signOut.action, icon: LogOut, inMenu: true, onSelect: () => setSignedOut(company) },
        ]}
        remove={{
          refusal: ({ id }) => (id === firstCompanyId ? t.firstKept : id === companyId ? t.ownKept : undefined),
          typed: true,
          text: ({ updatedAtFolder, numberFileFolder, folderSize }) =>
            t.deleteText(
              updatedAtFolder ? t.folder(format.fileSize(folderSize), format.number(numberFileFolder)) : undefined,
            ),
          path: '/companies/:id',
        }}
      />
      {muted && <MuteDialog company={muted} close={() => setMuted(undefined)} />}
      {signedOut && <SignOutCompanyDialog company={signedOut} close={() => setSignedOut(undefined)} />}
      {renewed && <RenewDialog company={renewed} close={() => setRenewed(undefined)} />}
      {credentials && <CredentialsDialog {...credentials} close={() => setCredentials(undefined)} />}
    </>
  )
}

function toneOf({ id, daysLeft }: CompanyView) {
  if (id === firstCompanyId || daysLeft > warningDays) return undefined
  return daysLeft > 0 ? 'warning' : 'danger'
}

/** If the result is still past, offers to renew from today. */
function RenewDialog({ company, close }: { company: CompanyView; close: () => void }) {
  const { company: texts, ui } = useTexts('company')
  const t = texts.renew
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const { id, name, dueDate, recurrence } = company
  const { renewed, fromToday, isPast } = renewalDates(company)

  async function renew(body: { dueDate: string; fromToday: boolean }, to: string) {
    const done = await attempt(
      () => api.post('/companies/:id/renew', { params: { id }, body }),
      t.done(name, displayDay(to)),
    )
    if (done) close()
  }

  return (
    <Dialog
      open
      alert
      size="s"
      title={t.title(name)}
      description={t.text(displayDay(dueDate), displayDay(renewed), texts.recurrences[recurrence])}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{ui.cancel}</Button>
          <Button
            variant={isPast ? 'secondary' : 'primary'}
            loading={busy}
            data-autofocus={!isPast || undefined}
            onClick={() => renew({ dueDate, fromToday: false }, renewed)}
          >
            {isPast ? t.until(displayDay(renewed)) : t.action}
          </Button>
          {isPast && (
            <Button variant="primary" loading={busy} onClick={() => renew({ dueDate, fromToday: true }, fromToday)}>
              {t.until(displayDay(fromToday))}
            </Button>
          )}
        </>
      }
    >
      {isPast && <p>{t.stillPast(displayDay(fromToday))}</p>}
    </Dialog>
  )
}
