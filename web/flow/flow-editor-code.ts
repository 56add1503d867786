import type { PagePart } from '../page/page-definition'
import { lazyPart } from '../ui/layout/lazy-part'

/** The editor is not rendered on the server: the canvas measures its nodes, which only a browser can do. */
export const FlowEditor = lazyPart(() => import('./editor/flow-editor').then((code) => code.FlowEditor))

/** Loaded with the page and its data, not after them. */
export const flowEditorPart: PagePart = { source: 'flow/editor/flow-editor', fetch: FlowEditor.fetch }
