#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Every start and every short command compiles the same files: the second one takes them from here.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))
const { runCommandLine } = await import('./cli/command-line.ts')

process.exitCode = await runCommandLine(process.argv.slice(2))
