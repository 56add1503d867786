import { and, eq } from 'drizzle-orm'
import { getConnection } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import { pageOf, refuseOtherCompany } from '../kernel/http/request-parts'
import { foldText } from '../kernel/text/fold-text.contract'
import { matchesSearch } from '../kernel/text/search-words.contract'
import { fileFormatOf, isSupported, variablesOf } from './fill-template.contract'
import type { TemplateView } from './template.calls'
import type { ListTemplatesQuery } from './template.contract'
import { templateTable } from './template.tables'

export type Template = typeof templateTable.$inferSelect

/** Accepted now, and supported. */
const isUsable = ({ status, components }: Pick<Template, 'status' | 'components'>) =>
  status === 'APPROVED' && isSupported(components)

export function getTemplate(ctx: CompanyContext, id: number): Template {
  return required(ctx.db.select().from(templateTable).where(eq(templateTable.id, id)).get(), 'ERR_NO_TEMPLATE_FOUND')
}

/** An approved one if there are several. */
export function findTemplate(
  ctx: CompanyContext,
  connectionId: number,
  { name, language }: Pick<Template, 'name' | 'language'>,
): Template | undefined {
  const { connectionId: ofConnection, name: ofName, language: ofLanguage } = templateTable
  const same = and(eq(ofConnection, connectionId), eq(ofName, name), eq(ofLanguage, language))
  const found = ctx.db.select().from(templateTable).where(same).all()
  return found.find(({ status }) => status === 'APPROVED') ?? found.at(-1)
}

export function listTemplates(ctx: CompanyContext, query: ListTemplatesQuery) {
  refuseOtherCompany(ctx, query.companyId)
  const { whatsappId, usable, searchParam, pageNumber, name, language } = query
  if (whatsappId !== undefined) getConnection(ctx, whatsappId)
  const where = whatsappId === undefined ? undefined : eq(templateTable.connectionId, whatsappId)
  const found = ctx.db
    .select()
    .from(templateTable)
    .where(where)
    .all()
    .filter((template) => [template.name, ''].includes(name) && [template.language, ''].includes(language))
    .filter(
      (template) => (usable !== 'true' || isUsable(template)) && matchesSearch(searchTextOf(template), searchParam),
    )
    .toSorted(inOrder)
  const { rows, ...page } = pageOf(found, pageNumber)
  return { records: rows.map(presentTemplate), ...page }
}

const searchTextOf = ({ name, language, components }: Template) =>
  [name, name.replaceAll('_', ' '), language, ...components.map(({ text = '' }) => text)].join(' ')

const inOrder = (a: Template, b: Template) =>
  foldText(a.name).localeCompare(foldText(b.name)) || a.language.localeCompare(b.language) || a.id - b.id

export function presentTemplate(template: Template): TemplateView {
  const { id, connectionId, name, language, category, status, reason, quality, components } = template
  return {
    id,
    whatsappId: connectionId,
    name,
    language,
    category,
    status,
    reason,
    quality,
    isSupported: isSupported(components),
    isUsable: isUsable(template),
    fileFormat: fileFormatOf(components) ?? null,
    variables: variablesOf(components),
    components: components.map(({ type, format, text, buttons }) => ({
      type,
      ...(format === undefined ? {} : { format }),
      ...(text === undefined ? {} : { text }),
      ...(buttons === undefined
        ? {}
        : {
            buttons: buttons.map((button) => ({
              type: button.type,
              ...(button.text === undefined ? {} : { text: button.text }),
              ...(button.url === undefined ? {} : { url: button.url }),
            })),
          }),
    })),
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
  }
}
