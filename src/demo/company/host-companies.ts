import * as v from 'valibot'
import { createContext } from '../../kernel/company/company-context'
import { addCompany } from '../../platform/company/company.commands'
import { listCompanyIds, firstCompanyId } from '../../platform/company/company.queries'
import { CompanyBody, defaultTimeZones } from '../../platform/company/company.contract'
import { listInvoicePage } from '../../platform/invoice/invoice.queries'
import { makeInvoices } from '../../platform/invoice/make-invoices'
import { measureCompanyFolder } from '../../platform/company/measure-company-folder'
import { payInvoice } from '../../platform/invoice/pay-invoice'
import { hostContext } from '../../platform/host-record'
import { PlanBody } from '../../platform/plan/plan.contract'
import { planRecords } from '../../platform/plan/plan.record'
import { savePlatformSetting } from '../../platform/branding/save-platform-setting'
import { localDay } from '../../kernel/time/time-zone'
import { dayMs } from '../../kernel/time/durations.contract'
import { userTable } from '../../user/user.tables'
import { demoPassword } from './demo-company'
import type { Stage } from '../story/stage'

const host = { companyId: firstCompanyId, userId: 1 }

const plans = [
  {
    name: 'Essencial',
    users: 3,
    connections: 1,
    queues: 3,
    amount: 99.9,
    useFacebook: false,
    useInstagram: false,
    useCampaigns: false,
    useKanban: false,
    useExternalApi: false,
    useOpenAi: false,
    useIntegrations: false,
  },
  {
    name: 'Profissional',
    users: 10,
    connections: 3,
    queues: 10,
    amount: 249.9,
    useExternalApi: false,
    useOpenAi: false,
  },
  { name: 'Empresa', users: 50, connections: 10, queues: 40, amount: 599.9 },
]

const customers = [
  {
    name: 'Padaria Pão de Mel',
    admin: 'Lia Campos',
    email: 'lia@paodemel.test',
    plan: 'Profissional',
    daysLeft: 3,
    monthsPaid: 5,
  },
  {
    name: 'Ateliê Flor de Lis',
    admin: 'Rita Prado',
    email: 'rita@flordelis.test',
    plan: 'Essencial',
    daysLeft: -4,
    monthsPaid: 2,
  },
]

export async function addHostCompanies(stage: Stage) {
  const { platform } = stage
  const until = stage.now().getTime()
  const today = Date.parse(localDay(stage.now(), defaultTimeZones.pt))
  const ctx = hostContext(platform)
  planRecords.update(ctx, 1, { isPublic: false })
  const ids = new Map(plans.map((plan) => [plan.name, planRecords.createFrom(ctx, v.parse(PlanBody, plan)).id]))
  savePlatformSetting(platform, host, 'allowSignup', 'enabled')
  for (const { name, admin, email, plan, daysLeft, monthsPaid } of customers) {
    const firstDue = monthsBefore(today + daysLeft * dayMs, monthsPaid)
    stage.setTime(firstDue - 7 * dayMs)
    const { id } = await addCompany(
      platform,
      host,
      v.parse(CompanyBody, {
        name,
        email,
        password: demoPassword,
        planId: ids.get(plan),
        dueDate: new Date(firstDue).toISOString(),
        paymentMethod: 'Pix',
        phone: '+55 11 98877-6655',
      }),
    )
    createContext(platform.files.use(id)).db.update(userTable).set({ name: admin, mustChangePassword: false }).run()
    for (let month = 0; month < monthsPaid; month++) await payNext(stage, id, firstDue, month)
  }
  stage.setTime(until)
  makeInvoices(platform)
  for (const id of listCompanyIds(platform)) await measureCompanyFolder(platform, id)
}

/** Pays two days before the due date. */
async function payNext(stage: Stage, companyId: number, firstDue: number, month: number) {
  stage.setTime(monthsBefore(firstDue, -month) - 2 * dayMs)
  makeInvoices(stage.platform)
  const { invoices } = listInvoicePage(stage.platform, companyId, { searchParam: '', pageNumber: 1 })
  const open = invoices.find(({ status }) => status === 'open')
  if (open) await payInvoice(stage.platform, host, open.id)
}

function monthsBefore(atMs: number, months: number) {
  const date = new Date(atMs)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
