@echo off
rem Runs the command line of Reprise.
rem
rem JAVA_HOME           the Java to use, 17 or newer; default: the java in PATH
rem REPRISE_JAVA_OPTS   additional options for Java
setlocal
set "home=%~dp0.."
set "java=%home%\runtime\bin\java.exe"
if exist "%java%" goto run
if not defined JAVA_HOME goto path
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto run
echo reprise: JAVA_HOME is %JAVA_HOME%, but has no bin\java.exe>&2
exit /b 1
:path
set "java=java.exe"
where /q java.exe
if not errorlevel 1 goto run
echo reprise: no java in PATH: install Java 17 or newer, or set JAVA_HOME>&2
exit /b 1
:run
"%java%" -XX:+UseSerialGC -XX:-UsePerfData %REPRISE_JAVA_OPTS% -cp "%home%\reprise-cli.jar" dev.reprise.cli.Main %*
exit /b %errorlevel%
