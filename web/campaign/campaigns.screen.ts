import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Ban, BarChart3, Megaphone, SlidersHorizontal } from '../ui/icons'

const access = forPlan('useCampaigns', isAdmin)

export const campaignsScreen: Screen = {
  path: screenPaths.campaigns,
  toastMs: 3000,
  title: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
  access,
  menu: 'campaigns',
  icon: Megaphone,
  texts: ['campaign', 'template'],
  add: { pt: 'Adicionar campanha', en: 'Add campaign', es: 'Agregar campaña' },
  loads: 'records',
  page: lazyPage(() => import('./campaigns-page')),
}

export const suppressionsScreen: Screen = {
  path: screenPaths.suppressions,
  toastMs: 3000,
  title: { pt: 'Não recebem campanhas', en: 'Suppression list', es: 'No reciben campañas' },
  access,
  icon: Ban,
  texts: ['campaign', 'contactImport'],
  loads: 'records',
  page: lazyPage(() => import('./suppressions-page')),
}

export const campaignReportScreen: Screen<typeof screenPaths.campaignReport> = {
  path: screenPaths.campaignReport,
  toastMs: 3000,
  title: { pt: 'Relatório da campanha', en: 'Campaign report', es: 'Informe de la campaña' },
  access,
  within: screenPaths.campaigns,
  icon: BarChart3,
  texts: ['campaign', 'template'],
  page: lazyPage(() => import('./report/campaign-report-page')),
}

export const campaignSettingsScreen: Screen = {
  path: screenPaths.campaignSettings,
  toastMs: 3000,
  title: { pt: 'Ajustes de campanhas', en: 'Campaign settings', es: 'Ajustes de campañas' },
  access,
  menu: 'campaigns',
  icon: SlidersHorizontal,
  texts: ['campaign'],
  page: lazyPage(() => import('./campaign-settings-page')),
}
