import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

/** What `dashboard/vite.config.ts` writes down of a build. */
const Contents = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** The files that are loaded together with it. */
      imports: z.array(z.string()),
      css: z.array(z.string()),
      /** Bytes before the code is made small: what weighs much there weighs much afterwards. */
      parts: z.array(z.object({ module: z.string(), bytes: z.number() })),
    }),
  ),
  /** Modules that are loaded when they are wanted. */
  later: z.array(z.string()),
})

export type BuiltFile = z.infer<typeof Contents>['files'][number]

export interface Build extends z.infer<typeof Contents> {
  /** Bytes of a file as they are sent, packed by gzip. */
  gzOf: (file: string) => number
}

export const dist = join(import.meta.dirname, '..', '..', 'dashboard', 'dist')

/** The build that is served; `npm test` has made it anew if anything it is made of has changed. */
export function readBuild(): Build {
  const contents = join(dist, '.contents.json')
  if (!existsSync(contents)) throw new Error('the dashboard is not built: npm run build')
  return {
    ...Contents.parse(JSON.parse(readFileSync(contents, 'utf8'))),
    gzOf: (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  }
}

/** All files that must be there before these modules can run. */
export function loadedWith(build: Build, modules: readonly string[]): Set<BuiltFile> {
  const loaded = new Set(modules.map((module) => fileOf(build, module)))
  for (const { imports } of loaded) for (const file of build.files) if (imports.includes(file.file)) loaded.add(file)
  return loaded
}

function fileOf({ files }: Build, module: string): BuiltFile {
  const [file, second] = files.filter(({ parts }) => parts.some((part) => part.module === module))
  if (file === undefined || second !== undefined) throw new Error(`${module} stands not once in the build`)
  return file
}
