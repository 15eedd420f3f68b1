// Compiles what is headless without the DOM library, and without following the dynamic imports of screens:
// `tsc` alone would compile every screen that a runtime can load, and trip over their use of the DOM.
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** `./ui/log-in.js` or `../ui/log-in.js`: a screen, from any folder of its plugin. */
const SCREEN = /^(\.\/|(\.\.\/)+)ui\//

/** What a screen's module is taken for. */
const STUB = 'declare const screen: any\nexport = screen\n'
const STUB_NAME = 'screen-stub.d.ts'

function readConfig(configPath: string): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(configPath, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(configPath), undefined, configPath)
}

/**
 * What is wrong with the headless part of a project, as `file:line:column message` relative to its folder.
 * @param configPath absolute path of the configuration that names the headless files
 */
export function headlessProblems(configPath: string): readonly string[] {
  const folder = dirname(configPath)
  const { options, fileNames } = readConfig(configPath)
  const stub = join(folder, STUB_NAME)
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(folder, name => name, options)
  const { fileExists, getSourceFile, readFile } = host
  host.fileExists = path => path === stub || fileExists(path)
  host.readFile = path => (path === stub ? STUB : readFile(path))
  host.getSourceFile = (path, ...rest) =>
    path === stub ? ts.createSourceFile(path, STUB, ts.ScriptTarget.Latest) : getSourceFile(path, ...rest)
  host.resolveModuleNameLiterals = (literals, importer, redirect, compilerOptions, source) =>
    literals.map(literal => {
      if (SCREEN.test(literal.text)) {
        return { resolvedModule: { resolvedFileName: stub, extension: ts.Extension.Dts } }
      }
      const mode = ts.getModeForUsageLocation(source, literal, compilerOptions)
      return ts.resolveModuleName(literal.text, importer, compilerOptions, host, cache, redirect, mode)
    })
  const program = ts.createProgram({ rootNames: fileNames, options, host })
  return ts.getPreEmitDiagnostics(program).map(diagnostic => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
    if (!diagnostic.file || diagnostic.start === undefined) return message
    const { line, character } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start)
    return `${diagnostic.file.fileName.slice(folder.length + 1)}:${line + 1}:${character + 1} ${message}`
  })
}
