import type { CompanyContext } from '../../kernel/company/company-context'
import { findMediaByKey, mediaPath } from '../../kernel/file/media-store'
import { contentDisposition } from '../../kernel/http/serve-file'
import type { FlowDrawing } from '../flow.contract'
import { filesOf } from './flow-references'
import { getDrawing, getFlow } from '../flow.queries'

/**
 * Responds with the newest drawing as `{name}.json`. Its files are listed, not included.
 * @throws Refusal ERR_NO_FLOW_FOUND
 */
export async function exportFlow(ctx: CompanyContext, id: number) {
  const { name, version } = getFlow(ctx, id)
  const drawing = getDrawing(ctx, id, version)
  const medias = await describeFiles(ctx, drawing)
  const { nodes, connections } = drawing
  const file = { format: 'recado-flow', version: 1, name, nodes, connections, medias }
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${name.replaceAll('/', '_')}.json`),
      'cache-control': 'no-store',
    },
  })
}

async function describeFiles(ctx: CompanyContext, { nodes }: FlowDrawing) {
  const names = [...new Set(nodes.flatMap(filesOf).map(({ name }) => name))]
  const medias = names.map((name) => findMediaByKey(ctx, name)).filter((media) => media?.kind === 'flow')
  return Promise.all(
    medias.map(async (media) => ({
      name: media?.key,
      original: media?.name,
      type: media?.type,
      size: media?.size,
      sha256: await hashOf(mediaPath(ctx, media?.key ?? '')),
    })),
  )
}

async function hashOf(path: string) {
  const file = Bun.file(path)
  if (!(await file.exists())) return null
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of file.stream()) hasher.update(piece)
  return hasher.digest('hex')
}
