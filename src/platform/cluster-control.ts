import type { CompanyId } from '../kernel/ids'

/** The nodes that share the companies, as this one knows them. */
export interface ClusterControl {
  readonly node: string
  state(): ClusterState
  /** Resolves once the other node serves the company. @throws Refusal ERR_NO_NODE, ERR_COMPANY_MOVING also while nobody serves it */
  move(companyId: CompanyId, node: string): Promise<void>
  /** Called when nodes come or go, and when a company gets another owner. */
  onChange(listener: () => void): () => void
}

export interface ClusterState {
  /** Without one nothing is written. */
  hasMajority: boolean
  /** Sorted by name. */
  nodes: readonly ClusterNode[]
  owners: ReadonlyMap<CompanyId, string>
  /** Where they go. */
  moving: ReadonlyMap<CompanyId, string>
}

export interface ClusterNode {
  name: string
  url: string
  version: string
  startedAtMs: number
}
