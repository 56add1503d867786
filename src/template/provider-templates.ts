import { readCloudAccount } from '../connection/cloud/cloud-account.queries'
import { type GraphAnswer, openGraph, nextPageOf } from '../connection/cloud/graph-client'
import { GraphError } from '../connection/cloud/graph-error'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { isObject, listOf, objectOf } from '../kernel/untyped-json.contract'
import type { TemplatePart } from './fill-template.contract'

/** A template as the provider describes it. */
export interface ProviderTemplate {
  providerId: string
  name: string
  language: string
  category: string
  status: string
  reason: string
  quality: string
  components: TemplatePart[]
}

const fields = 'id,name,language,category,status,rejected_reason,quality_score,parameter_format,components'
const pageSize = 100
/** A larger template is not stored. */
const componentsBytesMax = 64 * 1024
const textMax = 500

/** Opens the templates of the connection's account at Meta; undefined without an account. Its methods throw GraphError. */
export function openProviderTemplates(ctx: CompanyContext, connectionId: number) {
  const account = readCloudAccount(ctx, connectionId)
  if (!account) return undefined
  const graph = openGraph(ctx, account)
  const path = `${account.businessAccountId}/message_templates`
  return {
    async readPage(after: string | undefined, signal?: AbortSignal) {
      const answer = await graph.get(path, { fields, limit: pageSize, after }, signal)
      return { templates: templatesIn(answer), after: nextPageOf(answer) }
    },
    async create(template: { name: string; language: string; category: string; components: object[] }, named: boolean) {
      const format = named ? { parameter_format: 'NAMED' } : {}
      const answer = await graph.post(path, { ...template, ...format })
      return { providerId: textOf(answer['id']), status: textOf(answer['status']) || 'PENDING' }
    },
    async remove(name: string, providerId: string) {
      await graph.delete(path, { name, hsm_id: providerId })
    },
  }
}

/** @throws Refusal ERR_INVALID_INPUT with Meta's sentence at the field */
export async function refusingAt<Answer>(field: (error: GraphError) => string, work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const said = error.status === 0 ? 'metaUnreachable' : error.sentence
    return refuse('ERR_INVALID_INPUT', { fields: { [field(error)]: said } })
  }
}

function templatesIn({ data }: GraphAnswer): ProviderTemplate[] {
  return listOf(data).flatMap((entry) => readTemplate(entry) ?? [])
}

/** Returns undefined for what is not a template, so that one such entry does not hide the others. */
function readTemplate(entry: unknown): ProviderTemplate | undefined {
  if (!isObject(entry)) return undefined
  const { id, name, language, category, status, rejected_reason: reason, quality_score: quality, components } = entry
  const isNamed = [id, name, language, status].every((value) => typeof value === 'string' && value !== '')
  if (!isNamed || !Array.isArray(components)) return undefined
  const parts = listOf(components).filter(isPart)
  if (JSON.stringify(parts).length > componentsBytesMax) return undefined
  return {
    providerId: textOf(id),
    name: textOf(name),
    language: textOf(language),
    category: textOf(category),
    status: textOf(status),
    reason: reasonOf(reason),
    quality: qualityOf(objectOf(quality)['score']),
    components: parts,
  }
}

const isPart = (part: unknown): part is TemplatePart => isObject(part) && typeof part['type'] === 'string'

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, textMax) : '')

/** Meta writes NONE for no reason and UNKNOWN for no rating. */
export const reasonOf = (value: unknown) => textOf(value).replace(/^NONE$/, '')
export const qualityOf = (value: unknown) => textOf(value).replace(/^UNKNOWN$/, '')
