import type { BunPlugin } from 'bun'
import { join } from 'node:path'

interface LucideModule {
  __iconData?: { name: string; aliases?: readonly string[]; node: readonly Shape[] }
}

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** With the same markup, smaller and faster (`web/ui/drawn-icon.ts`). */
export function drawIcons(web: string): BunPlugin {
  const maker = JSON.stringify(join(web, 'ui/drawn-icon.ts'))
  return {
    name: 'draw-icons',
    setup(build) {
      build.onLoad({ filter: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ }, async ({ path }) => {
        const { __iconData: icon } = (await import(path)) as LucideModule
        if (!icon) return { contents: await Bun.file(path).text(), loader: 'js' }
        const names = [icon.name, ...(icon.aliases ?? [])].join(' ')
        const made = `drawnIcon(${JSON.stringify(names)}, ${JSON.stringify(icon.node.map(shortened).join('|'))})`
        const contents = `import { drawnIcon } from ${maker}\nexport default /* @__PURE__ */ ${made}`
        return { contents, loader: 'js' }
      })
    },
  }
}

function shortened([tag, { key: _, ...attributes }]: Shape) {
  const { d, ...others } = attributes
  if (tag === 'path' && d && Object.keys(others).length === 0) return d
  return [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(' ')
}
